/** Missing features of an engine. Users see the texts, so the console translates them into Chinese. */
export const ENGINE_LACKS = {
  image: "the engine lacks its image: build it with npm run images, or pull it",
  openAdb:
    "its ADB accepts anyone, and TERRARIUM_DOCKER_PUBLISH would publish it: unset the setting and run the server on the engine's machine",
  apart: "its engine, Podman, does not isolate devices from each other: use Docker",
  isolation:
    "published devices can reach every network, but TERRARIUM_DEVICE_EGRESS is not all: set it to all, or unset TERRARIUM_DOCKER_PUBLISH and run the server on the engine's machine",
  egressProxy:
    "the server cannot open an egress proxy on the engine's machine (see its log): run the server there, or set TERRARIUM_DEVICE_EGRESS to off or all",
} as const;
