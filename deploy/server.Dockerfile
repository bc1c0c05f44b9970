# Server image for the providers docker, kubernetes and adb. `npm run images -- server` prepares the files to copy:
# the built server and console, the packages that they load, and an empty data/.
ARG BASE=node:24-slim
FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 TERRARIUM_DATA_DIR=/data
COPY app /app
COPY --chown=10001:10001 data /data
USER 10001:10001
WORKDIR /app
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["node", "packages/server/dist/main.js"]
