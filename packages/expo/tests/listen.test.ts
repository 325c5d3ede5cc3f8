import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { listenWith } from "../src/platform/listen.ts";
import { createPhone, type Phone } from "./phone.ts";

let phone: Phone;
const events = { look: vi.fn(), reconnected: vi.fn() };
beforeEach(() => {
  phone = createPhone();
  vi.clearAllMocks();
});
/** The module has told its first state. */
const told = () => pause(0);

test("a user who comes back to the app is a look, and the end removes all listeners", () => {
  const end = listenWith(phone.modules)(events);
  for (const state of ["inactive", "background", "active"]) phone.appState(state);
  expect([events.look.mock.calls.length, events.reconnected.mock.calls.length]).toEqual([1, 0]);
  end();
  phone.appState("active");
  expect([events.look.mock.calls.length, phone.listeners()]).toEqual([1, 0]);
});

test("a connection that comes back is told once, also if the internet alone was away", async () => {
  listenWith(phone.modules)(events);
  await told();
  phone.connect({ isConnected: true, isInternetReachable: true });
  expect(events.reconnected).not.toHaveBeenCalled();
  for (const lost of [{ isConnected: false }, { isConnected: true, isInternetReachable: false }]) {
    phone.connect(lost);
    phone.connect({ isConnected: true, isInternetReachable: true });
    phone.connect({ isConnected: true });
  }
  expect(events.reconnected).toHaveBeenCalledTimes(2);
});

test("a connection that comes back to an app that started without is told", async () => {
  phone.network = { isConnected: false };
  listenWith(phone.modules)(events);
  await told();
  phone.connect({ isConnected: true });
  expect(events.reconnected).toHaveBeenCalledTimes(1);
});

test("a module that does not know its state changes nothing", async () => {
  const modules = {
    ...phone.modules,
    Network: { ...phone.modules.Network, getNetworkStateAsync: () => Promise.reject(new Error("Unknown.")) },
  };
  listenWith(modules)(events);
  await told();
  phone.connect({ isConnected: false });
  phone.connect({ isConnected: true });
  expect(events.reconnected).toHaveBeenCalledTimes(1);
});
