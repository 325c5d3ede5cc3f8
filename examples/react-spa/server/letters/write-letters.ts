import type { EventListener } from "@keyhold/core";
import { database } from "../database.ts";
import { deliver } from "../mailbox/mailbox.ts";
import { newSignInLetter } from "./new-sign-in.ts";
import { welcomeLetter } from "./welcome.ts";

/** People whose first session comes with their sign-up: it is no news to them. */
const newcomers = new Set<string>();

/** Hears what happened, after it was committed. Replace `deliver` to send real mail. */
export const writeLetters: EventListener = async (event) => {
  if (event.type === "user.created") {
    newcomers.add(event.user.id);
    deliver(welcomeLetter(event.user));
  }
  if (event.type === "session.created" && !newcomers.delete(event.session.userId)) {
    const person = await findPerson(event.session.userId);
    if (person) deliver(newSignInLetter(person, event));
  }
};

/** The tables are the app's own: query them as you like. */
function findPerson(id: string): Promise<Person | undefined> {
  const people = database.kysely.selectFrom("user").select(["name", "email"]).where("id", "=", id);
  return people.$castTo<Person>().executeTakeFirst();
}

export interface Person {
  readonly name: string;
  readonly email: string;
}
