import { memory } from "@keyhold/adapter-memory";
import type { EmailMessage } from "@keyhold/core";
import type { SecondaryStorage } from "@keyhold/core/adapter";
import { createMailbox, type Mailbox } from "@keyhold/testing";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { type App, type Changes, openApp } from "../../../tests/harness/app.ts";
import { Browser } from "../../../tests/harness/browser.ts";

/** Two processes of an app with a shared database and storage; each process has a connection to the storage. */
export interface TwoProcesses {
  readonly here: App;
  readonly there: App;
  readonly database: CountedDatabase;
  readonly mailbox: Mailbox;
  /** Moves both clocks. */
  wait(seconds: number): void;
}

export function openTwo(storages: readonly [SecondaryStorage, SecondaryStorage], changes: Changes = {}): TwoProcesses {
  const database = counted(changes.database ?? memory());
  const mailbox = createMailbox();
  const open = (secondaryStorage: SecondaryStorage): App =>
    openApp({
      mail: (message: EmailMessage) => mailbox.send(message),
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
      ...changes,
      database,
      secondaryStorage,
    });
  const [here, there] = [open(storages[0]), open(storages[1])];
  return {
    here,
    there,
    database,
    mailbox,
    wait(seconds) {
      here.wait(seconds);
      there.wait(seconds);
    },
  };
}

/** A copy of the browser, whose requests go to another process. */
export function at({ auth }: App, browser: Browser): Browser {
  const other = new Browser(auth.handler, "http://localhost:3000");
  for (const [name, value] of browser.jar) other.jar.set(name, value);
  return other;
}
