"""The errors as the bot reads them."""

from localdiscord.errors import ApiError, invalid_form_body, unknown


def test_an_error_says_its_code_and_which_fields_are_wrong() -> None:
    errors = {"name": {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}}
    for error, status, body in (
        (ApiError(403, 50013, "Missing Permissions"), 403, {"code": 50013, "message": "Missing Permissions"}),
        (ApiError(400, 0, "x", {}), 400, {"code": 0, "message": "x"}),
        (unknown("Channel", 10003), 404, {"code": 10003, "message": "Unknown Channel"}),
        (invalid_form_body(errors), 400, {"code": 50035, "message": "Invalid Form Body", "errors": errors}),
    ):
        assert (error.status, error.body(), error.headers(), str(error)) == (status, body, {}, body["message"])
