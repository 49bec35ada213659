# An image with Affray and its rules compiled: docker build -t affray .
# Run alone it keeps its fights in the volume /data; with AFFRAY_STORE set, in that database.

FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[postgres,metrics]'

FROM python:3.13-slim
RUN useradd --create-home --uid 1000 affray \
    && install --directory --owner affray --mode 700 /data
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels 'affray[postgres,metrics]' && rm -r /wheels
USER affray
WORKDIR /data
VOLUME /data
ENV AFFRAY_HOST=0.0.0.0 \
    AFFRAY_PORT=8000 \
    AFFRAY_STORE=sqlite:////data/affray.db \
    AFFRAY_METRICS=0.0.0.0:9100
EXPOSE 8000 9100
HEALTHCHECK --interval=10s --timeout=8s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=6)"]
STOPSIGNAL SIGTERM
CMD ["affray", "serve"]
