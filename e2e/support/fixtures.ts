import { afterAll, beforeAll } from "vitest";
import { openBrowser, type TestBrowser, useToken } from "./browser.ts";
import { signIn, startServer, type TestServer } from "./server.ts";

/** Provides a server for the tests of this file. */
export function provideServer(env?: NodeJS.ProcessEnv): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(env);
  });
  afterAll(() => server?.stop());
  return () => {
    if (!server) throw new Error("the server runs only while a test runs");
    return server;
  };
}

/** Provides a browser for the tests of this file, initially without a session. */
export function provideBrowser(): () => TestBrowser {
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("the browser is open only while a test runs");
    return browser;
  };
}

/** A person for the tests of this file: a signed-in browser, and a token for calls. */
export interface Person extends TestBrowser {
  token: string;
}

export function providePerson(login: string, server: () => TestServer): () => Person {
  let person: Person | undefined;
  beforeAll(async () => {
    const { origin } = server();
    const browser = await openBrowser();
    person = { ...browser, token: await signIn(origin, login) };
    await useToken(browser.page, origin, person.token);
  });
  afterAll(() => person?.close());
  return () => {
    if (!person) throw new Error("the browser is open only while a test runs");
    return person;
  };
}
