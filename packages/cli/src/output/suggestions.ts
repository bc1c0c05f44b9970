import type { ErrorCode } from "@terrarium/contract/errors";

/** Suggestions in the terms of the command line, for errors whose own suggestion names calls or fields of the API. */
const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  invalid_request: "Run the command with `--help` for its usage",
  body_encoded: "Update this program: install the version from the server",
  unauthorized: "Run `terrarium login`, or set TERRARIUM_API_KEY",
  not_found: "Update this program: install the version from the server",
  sandbox_not_found: "`terrarium box list` shows the boxes of your team",
  sandbox_not_running:
    "Start a stopped box with `terrarium box start`. A box that has ended cannot start again: create another",
  start_timeout: "Set a longer `--timeout` (at most 5m)",
  sandbox_limit: "End a box with `terrarium box terminate`, or use a running one with `terrarium box create --reuse`",
  user_sandbox_limit: "End a box with `terrarium box terminate`, in any of your teams",
  template_not_found: "`terrarium template list` shows the templates; omit `--template` for a phone",
  template_unavailable: "`terrarium template list -o json` shows the reasons in `missing`",
  outside_screen: "`terrarium box inspect` shows the size of the screen",
  element_changed: "Look at the screen again and choose another element",
  proxy_not_set: "Set a proxy first",
  port_private: "`terrarium box port` prints an address with a token for the port",
  browser_closed: "Open the browser first",
  tab_not_found: "List the browser's tabs again",
  snapshot_not_found: "`terrarium snapshot list` shows the snapshots of your team",
};

/** Returns the suggestion for a failure, or undefined if there is none. */
export const suggestionFor = (code: string | undefined, ofServer: string | undefined): string | undefined =>
  (code !== undefined && Object.hasOwn(SUGGESTIONS, code) ? SUGGESTIONS[code as ErrorCode] : undefined) ?? ofServer;
