export type { AuthClient } from "@keyhold/client";
export { type Answering, type Browser, type BrowserOptions, createBrowser } from "./browser.js";
export type { TestClient, VisitOptions } from "./clients.js";
export { type Clock, createClock, type Duration } from "./clock.js";
export { type Cookie, type CookieJar, type CookieJarOptions, createCookieJar } from "./cookie-jar.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./faults.js";
export { createMailbox, linkIn, type Mailbox, type WaitOptions } from "./mailbox.js";
export { type MemoryStorageOptions, memoryStorage } from "./memory-storage.js";
export { type PageForm, readPageForm } from "./page-form.js";
export { readSetCookie, type SetCookie } from "./set-cookie.js";
export { type SignedInAs, type SignInAsOptions, signInAs, type UserToSignIn } from "./sign-in-as.js";
export type { BrowserCookie, StorageState } from "./storage-state.js";
export {
  createTestAuth,
  type EventOf,
  type SignedUp,
  type SignUpInput,
  type TestAuth,
  type TestAuthOptions,
} from "./test-auth.js";
