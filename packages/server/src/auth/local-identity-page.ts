import type { OAuthProvider } from "@terrarium/contract/auth";
import { USER_NAME_MAX_CHARS } from "@terrarium/contract/limits";

const PROVIDER_NAMES: Record<OAuthProvider, string> = { github: "GitHub", google: "Google" };

const STYLE = `
:root { color-scheme: light dark; --bg: #fbfcfa; --card: #fff; --text: #161a15; --muted: #5a6257; --line: #e4e8e1; --accent: #38721b; --on-accent: #fff; --bad: #ba342a; }
@media (prefers-color-scheme: dark) { :root { --bg: #0c0e0c; --card: #111411; --text: #e8ece6; --muted: #949d92; --line: #232823; --accent: #a3d977; --on-accent: #0d1508; --bad: #ee6d62; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 384px); place-content: center; padding: 24px 16px; background: var(--bg); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif; }
main { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: clamp(20px, 7vw, 28px); }
.mark { display: flex; align-items: center; gap: 8px; font-weight: 600; }
.mark svg { color: var(--accent); }
h1 { font-size: 20px; line-height: 1.3; margin: 20px 0 4px; letter-spacing: -.01em; }
p { margin: 0; color: var(--muted); }
h2, label { display: block; margin: 24px 0 8px; font: 500 11px/1 "JetBrains Mono", ui-monospace, monospace; letter-spacing: .06em; text-transform: uppercase; color: var(--muted); }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li button { display: flex; align-items: center; gap: 10px; width: 100%; height: 44px; padding: 0 12px; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
li button:hover { background: color-mix(in srgb, var(--accent) 8%, transparent); }
.letter { flex: none; display: grid; place-items: center; width: 24px; height: 24px; border-radius: 50%; background: color-mix(in srgb, var(--accent) 18%, transparent); color: var(--accent); font-weight: 600; font-size: 12px; }
.name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.field { display: flex; gap: 8px; }
input { flex: 1; min-width: 0; height: 40px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: inherit; font: 14px Inter, system-ui, sans-serif; }
input[aria-invalid] { border-color: var(--bad); }
.primary { height: 40px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: 600 14px Inter, system-ui, sans-serif; cursor: pointer; }
.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
li :focus-visible { outline-offset: -2px; }
.bad { color: var(--bad); margin-top: 8px; }
.note { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 12px; }
a { color: var(--accent); }
`;

/** The console's mark. */
const MARK =
  '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" aria-hidden="true"><rect x="1.75" y="1.75" width="20.5" height="20.5" rx="6.75" stroke="currentColor" stroke-width="1.6"/><rect x="9" y="6.75" width="6" height="10.5" rx="1.9" fill="currentColor"/></svg>';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><title>${title}</title><style>${STYLE}</style></head>
<body><main><div class="mark">${MARK}Terrarium</div>${content}</main></body>
</html>
`;
}

/** Returns the page with the name selection. It posts `login` to its own address. */
export function authorizePage(options: {
  provider: OAuthProvider;
  names: readonly string[];
  login?: string;
  problem?: string;
}): string {
  const { names, login = "", problem } = options;
  const instead = `Local sign-in, in place of ${PROVIDER_NAMES[options.provider]}`;
  const known = names.map((name) => {
    const text = escapeHtml(name);
    const [first] = new Intl.Segmenter().segment(name);
    const letter = escapeHtml(first?.segment.toUpperCase() ?? "");
    return `<li><button name="login" value="${text}"><span class="letter" aria-hidden="true">${letter}</span><bdi class="name">${text}</bdi></button></li>`;
  });
  const list = known.length > 0 ? `<h2>Used before</h2><form method="post"><ul>${known.join("")}</ul></form>` : "";
  return page(
    "Sign in to Terrarium",
    `<h1>Who are you?</h1><p>${instead}.</p>
${list}
<form method="post"><label for="login">${known.length > 0 ? "Another name" : "Name"}</label>
<div class="field"><input id="login" name="login" value="${escapeHtml(login)}" required maxlength="${USER_NAME_MAX_CHARS}" dir="auto" autocomplete="username" autocapitalize="words" spellcheck="false" autofocus${problem === undefined ? "" : ' aria-invalid="true" aria-describedby="problem"'}>
<button class="primary">Sign in</button></div>${problem === undefined ? "" : `<p class="bad" id="problem" role="alert">${escapeHtml(problem)}</p>`}</form>
<p class="note">No OAuth app is configured, so names are taken on trust. Only this machine can reach this server. <a href="/login">Back</a></p>`,
  );
}

/** Returns a page for a request that cannot be redirected. */
export function problemPage(problem: string): string {
  return page(
    "Sign-in not possible",
    `<h1>This sign-in cannot go on</h1><p role="alert">${escapeHtml(problem)}</p><p class="note"><a href="/login">Start again</a></p>`,
  );
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
