/**
 * Starts Scalar on the page /api/docs/. Nothing comes from or goes to another origin, and an entered key is kept in
 * memory only. The theme is the console's (apps/web/src/ui/theme.ts).
 */
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  try {
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") return choice;
  } catch {
    // Storage is blocked: the page uses the system's theme.
  }
  return systemIsDark.matches ? "dark" : "light";
}

const configuration = () => ({
  url: "/api/v1/openapi.json",
  servers: [{ url: location.origin, description: "This server" }],
  theme: "none",
  forceDarkModeState: theme(),
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  // The samples of the document are complete, and those that Scalar makes lack the SDK and the command line.
  hiddenClients: true,
  hideModels: true,
  documentDownloadType: "json",
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: "apiKey" },
});

const reference = globalThis.Scalar.createApiReference("#docs", configuration());
const followTheme = () => reference.updateConfiguration(configuration());
systemIsDark.addEventListener("change", followTheme);
addEventListener("storage", ({ key }) => key === "theme" && followTheme());
