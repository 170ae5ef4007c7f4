# Stage one builds the environment, stage two holds nothing but it.
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/adjutant \
 && /opt/adjutant/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN /opt/adjutant/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

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
