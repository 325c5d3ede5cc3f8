import { type Connection, cookiesOf, openConnection, statusOf } from "./connection.ts";
import { type Person, signInRequest, signUpRequest } from "./requests.ts";

export interface PeopleInput {
  readonly port: number;
  readonly people: readonly Person[];
}

/** Signs users up one after the other and answers their cookies. */
export async function signUps({ port, people }: PeopleInput): Promise<string[]> {
  const connection = await openConnection(port);
  const cookies: string[] = [];
  for (const person of people) cookies.push(cookiesOf(await accepted(connection, signUpRequest(person))));
  connection.close();
  return cookies;
}

/** Signs `count` times in on one connection, going round the people. */
export async function signIns({ port, people, count }: PeopleInput & { readonly count: number }): Promise<void> {
  const connection = await openConnection(port);
  for (let done = 0; done < count; done += 1) {
    await accepted(connection, signInRequest(people[done % people.length] as Person));
  }
  connection.close();
}

async function accepted(connection: Connection, request: Buffer): Promise<Buffer> {
  const response = await connection.send(request);
  if (statusOf(response) === 200) return response;
  throw new Error(`refused: ${response.toString().slice(0, 600)}`);
}
