/** Missing features of an engine. Users see the texts, so the console translates them into Chinese. */
export const ENGINE_LACKS = {
  image: "its engine does not have its image: build it (npm run images), or pull it",
  openAdb:
    "its ADB asks for no key, and TERRARIUM_DOCKER_PUBLISH would publish it: unset that, and run the server on its engine's machine",
  apart: "its engine is Podman, which does not keep it apart from others: run it on Docker",
  wall: "TERRARIUM_DOCKER_PUBLISH takes a network that leads everywhere, and TERRARIUM_DEVICE_EGRESS is not all: run the server on its engine's machine, or let devices out everywhere",
  gate: "the server cannot offer it a way out at its engine's machine, and its log says why: run it there, or set TERRARIUM_DEVICE_EGRESS to off or all",
} as const;
