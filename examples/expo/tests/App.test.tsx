import type * as Screens from "@testing-library/react-native";
import { phone } from "./phone";

/** The screens with a server. jest-expo replaces the native parts; `phone` stands for the modules that the client uses. */

jest.mock("expo-application", () => jest.requireActual("./phone").modules.application);
jest.mock("expo-network", () => jest.requireActual("./phone").modules.network);
jest.mock("expo-secure-store", () => jest.requireActual("./phone").modules.secureStore);

const server = process.env.EXPO_PUBLIC_SERVER ?? "";
const ada = { email: "ada@example.com", password: "correct horse battery" };
let screens: typeof Screens;

/** Starts the app as a phone does: nothing is in memory. */
beforeEach(async () => {
  jest.resetModules();
  screens = require("@testing-library/react-native/pure");
  screens.configure({ asyncUtilTimeout: 30_000 });
  const { App } = require("../src/App");
  const React = require("react");
  globalThis.fetch = phone.fetch;
  phone.isOffline = false;
  await screens.render(React.createElement(App));
});
afterEach(() => screens.cleanup());

async function enter(button: "Sign in" | "Sign up", { email, password } = ada): Promise<void> {
  const { fireEvent, screen } = screens;
  await fireEvent.changeText(await screen.findByLabelText("Email"), email);
  await fireEvent.changeText(screen.getByLabelText("Password"), password);
  await fireEvent.press(screen.getByText(button));
}

const press = async (button: string): Promise<void> => screens.fireEvent.press(await screens.screen.findByText(button));
const signedIn = (): Promise<unknown> => screens.screen.findByText(`Signed in as ${ada.email}`);
const signedOut = (): Promise<unknown> => screens.screen.findByLabelText("Email");
const until = (check: () => unknown): Promise<unknown> => screens.waitFor(async () => expect(await check()).toBe(true));

test("a user signs up: the token is in the keychain, and no request has a cookie", async () => {
  await enter("Sign up");
  await signedIn();
  expect(phone.token()).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(phone.requests.filter(({ credentials }) => credentials !== "omit")).toEqual([]);
});

test("the next start is signed in, by the stored token", async () => {
  await signedIn();
});

test("without a connection the session stays, and it is read again with the next connection", async () => {
  await signedIn();
  phone.isOffline = true;
  await screens.act(async () => phone.connect());
  await until(() => phone.failed > 0);
  await signedIn();
  phone.isOffline = false;
  const before = phone.requests.length;
  await screens.act(async () => phone.connect());
  await until(() => phone.requests.length > before);
  await signedIn();
});

test("a sign-out without a connection forgets the token at once, and ends it with the next connection", async () => {
  await signedIn();
  const token = phone.token();
  phone.isOffline = true;
  await press("Sign out");
  await signedOut();
  expect([phone.token(), await phone.opensSession(server, token)]).toEqual([null, true]);
  phone.isOffline = false;
  await screens.act(async () => phone.connect());
  await until(async () => !(await phone.opensSession(server, token)));
});

test("a wrong password is an error on the screen; then the user signs in and out", async () => {
  await enter("Sign in", { ...ada, password: "another password" });
  await screens.screen.findByText("Invalid email or password");
  await enter("Sign in");
  await signedIn();
  await press("Sign out");
  await signedOut();
  expect(phone.token()).toBeNull();
});
