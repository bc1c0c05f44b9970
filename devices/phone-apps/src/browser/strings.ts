import { searchEngineName } from "./address.ts";

export const BROWSER_STRINGS = {
  appName: "Browser",
  search: `Search ${searchEngineName} or type an address`,
  address: "Address",
  back: "Back",
  forward: "Forward",
  reload: "Reload",
  stop: "Stop",
  home: "Home page",
  more: "More options",
  bookmark: "Add bookmark",
  unbookmark: "Remove bookmark",
  bookmarks: "Bookmarks",
  noBookmarks: "Tap the star to bookmark a page.",
  recent: "Recently visited",
  history: "History",
  noHistory: "No pages visited yet",
  clearHistory: "Clear history",
  cleared: "History cleared",
  find: "Find in page",
  findCount: (at: number, count: number) => (count === 0 ? "None" : `${at} of ${count}`),
  previous: "Previous match",
  next: "Next match",
  close: "Close",
  tabCount: (count: number) => (count === 1 ? "1 tab" : `${count} tabs`),
  newTab: "New tab",
  closeTab: (name: string) => `Close ${name}`,
  closeAllTabs: "Close all tabs",
  openInNewTab: "Open in new tab",
  secure: "The connection is secure. Data exchanged with this site stays private and unchanged.",
  notSecure: "The connection is not secure. Don’t enter passwords or card numbers. Attackers could read them.",
  secureShort: "Connection is secure",
  notSecureShort: "Not secure",
  certificate: (subject: string, issuer: string, validTo: string) =>
    `Certificate for ${subject}, issued by ${issuer}, valid until ${validTo}`,
  cookieCount: (count: number) =>
    count === 0 ? "No cookies stored" : count === 1 ? "1 cookie stored" : `${count} cookies stored`,
  clearCookies: "Delete cookies",
  clearAllCookies: "Delete all cookies",
  cookiesCleared: "Cookies deleted",
  downloaded: "Download complete",
  downloadedText: (name: string, size: string) => `${name} (${size}) saved to Download`,
  fillIn: (field: string) => (field === "" ? "Please fill out the form" : `Please fill out ${field}`),
  copyAddress: "Copy address",
  copied: "Copied",
  openLink: "Open",
  copyLink: "Copy link address",
  loading: "Loading",
  retry: "Try again",
  noApp: "No app can open this",
  files: "Files on this device",
  filesText: "Pages and pictures in /sdcard open without internet access.",
  offTitle: "No internet access",
  offText: "This phone cannot reach the internet. Pages and pictures in its storage still open.",
  cutLong: "This page is too long. The rest is not shown.",
  cutDeep: "This page is nested too deeply. The rest is not shown.",
  submit: "Submit",
  reset: "Reset",
  empty: "This page is empty.",
  problems: {
    "egress-off": {
      title: "Internet access is not allowed",
      text: (subject: string) =>
        `This phone cannot reach the internet, so ${subject} did not open. Pages in file:///sdcard/ open without it.`,
    },
    "address-not-allowed": {
      title: "This address is not public",
      text: (subject: string) =>
        `${subject} is a private, local or reserved address. This phone opens only public ones.`,
    },
    "unknown-host": {
      title: "This site can’t be reached",
      text: (subject: string) =>
        `Check if there is a typo in ${subject}. This name has no address that the device may use.`,
    },
    unreachable: {
      title: "This site can’t be reached",
      text: (subject: string) => `${subject} refused or closed the connection.`,
    },
    timeout: {
      title: "This site can’t be reached",
      text: (subject: string) => `The page took longer than ${subject} to load.`,
    },
    "too-large": {
      title: "The page is too large",
      text: (subject: string) => `This browser loads pages of up to ${subject}.`,
    },
    "too-many-redirects": {
      title: "This page isn’t working",
      text: (subject: string) => `${subject} redirected you too many times.`,
    },
    "bad-certificate": {
      title: "Your connection is not private",
      text: (subject: string) =>
        `The certificate of ${subject} is not valid. Attackers might be impersonating the site.`,
    },
    "bad-answer": {
      title: "This page isn’t working",
      text: (subject: string) => `${subject} sent an invalid response.`,
    },
    "unsupported-scheme": {
      title: "This type of address is not supported",
      text: (subject: string) => `This browser opens http, https, file, data and about, but not ${subject}`,
    },
    offline: {
      title: "You are offline",
      text: (subject: string) => `To open ${subject}, turn off airplane mode and turn on Wi-Fi.`,
    },
    "no-file": {
      title: "Your file couldn’t be accessed",
      text: (subject: string) => `No readable file was found at ${subject}.`,
    },
    "http-error": {
      title: "This page isn’t working",
      text: (subject: string) => `The site returned HTTP error ${subject} without a page.`,
    },
    "not-saved": {
      title: "Couldn’t save file",
      text: (subject: string) => `The site sent a file instead of a page. It could not be saved: ${subject}`,
    },
    "bad-address": { title: "Invalid address", text: (subject: string) => subject },
  },
};
