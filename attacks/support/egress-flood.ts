const CONNECTIONS = 40;
const REQUESTS_A_PACKET = 500;

/**
 * Returns a command line for bash in a Linux sandbox. It repeatedly opens 40 connections to the proxy of the sandbox,
 * and writes requests for different hosts without reading a response.
 */
export const egressFlood = (seconds: number): string => `
flood() {
  requests=""
  for ((n = 0; n < ${REQUESTS_A_PACKET}; n++)); do
    requests+="GET http://h$1-$n.example/ HTTP/1.1"$'\\r\\n'"Host: h"$'\\r\\n\\r\\n'
  done
  while ((SECONDS < ${seconds})); do
    exec 3<>/dev/tcp/127.0.0.1/3128 || continue
    while ((SECONDS < ${seconds})); do printf %s "$requests" >&3 2>/dev/null || break; done
    exec 3>&-
  done
}
trap "" PIPE
for ((c = 0; c < ${CONNECTIONS}; c++)); do flood $c 2>/dev/null & done
wait
echo flooded`;
