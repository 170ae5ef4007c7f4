# Stage one builds the environment with tools of its own, stage two holds nothing but the environment.
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock requirements-build.lock ./
RUN python -m venv /opt/build \
 && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock \
 && python -m venv --without-pip /opt/adjutant \
 && /opt/build/bin/pip --python /opt/adjutant install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
 && /opt/build/bin/pip --python /opt/adjutant install --no-cache-dir --no-deps --no-index /wheels/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data adjutant \
 && install --directory --mode=0700 --owner=adjutant --group=adjutant /data
COPY --from=build /opt/adjutant /opt/adjutant
ENV PATH=/opt/adjutant/bin:$PATH PYTHONUNBUFFERED=1 ADJUTANT_DATABASE=/data/adjutant.sqlite
USER adjutant
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["adjutant", "health"]
# the bot finishes what it has begun and exits within 5 seconds
STOPSIGNAL SIGTERM
CMD ["adjutant", "run"]
