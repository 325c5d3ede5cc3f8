import { expect, test } from "vitest";
import { together } from "./together.js";

/** Questions with a reader that answers when the test says so. */
function open() {
  const readings: { readonly asked: readonly string[]; readonly answer: () => void; readonly fail: () => void }[] = [];
  const ask = together<string>(
    (asked) =>
      new Promise((resolve, reject) => {
        readings.push({
          asked,
          answer: () => resolve(asked.map((text) => `answer to ${text}`)),
          fail: () => reject(new Error("The reading failed.")),
        });
      }),
  );
  return { ask, readings };
}

const settled = () => new Promise((resolve) => void setImmediate(resolve));
const asked = ({ readings }: ReturnType<typeof open>) => readings.map((reading) => reading.asked);

test("questions at the same time are one reading, each with its own answer", async () => {
  const fixture = open();
  const answers = Promise.all(["a", "b", "a", "c"].map((text) => fixture.ask(text)));
  await settled();
  expect(asked(fixture)).toEqual([["a", "b", "a", "c"]]);
  fixture.readings[0]?.answer();
  expect(await answers).toEqual(["answer to a", "answer to b", "answer to a", "answer to c"]);
});

test("a question is never part of a reading that began before the question", async () => {
  const fixture = open();
  const first = fixture.ask("a");
  await settled();
  const second = fixture.ask("a");
  await settled();
  expect(asked(fixture)).toEqual([["a"], ["a"]]);
  for (const { answer } of fixture.readings) answer();
  expect(await Promise.all([first, second])).toEqual(["answer to a", "answer to a"]);
});

test("beside two readings, questions wait for the end of one, and are read together then", async () => {
  const fixture = open();
  const all: Promise<string>[] = [];
  for (const text of ["a", "b", "c", "d", "e"]) {
    all.push(fixture.ask(text));
    await settled();
  }
  expect(asked(fixture)).toEqual([["a"], ["b"]]);
  fixture.readings[1]?.answer();
  await settled();
  expect(asked(fixture)).toEqual([["a"], ["b"], ["c", "d", "e"]]);
  fixture.readings[0]?.answer();
  fixture.readings[2]?.answer();
  expect(await Promise.all(all)).toHaveLength(5);
});

test("a failed reading fails its own questions only", async () => {
  const fixture = open();
  const first = fixture.ask("a");
  await settled();
  const second = fixture.ask("b");
  await settled();
  fixture.readings[0]?.fail();
  fixture.readings[1]?.answer();
  await expect(first).rejects.toThrow("The reading failed.");
  expect(await second).toBe("answer to b");
  const third = fixture.ask("c");
  await settled();
  fixture.readings[2]?.answer();
  expect(await third).toBe("answer to c");
});

test("more questions than one reading takes are read by further readings", async () => {
  const fixture = open();
  const all = Promise.all(Array.from({ length: 150 }, (_, index) => fixture.ask(String(index))));
  await settled();
  expect(fixture.readings.map((reading) => reading.asked.length)).toEqual([64, 64]);
  fixture.readings[0]?.answer();
  await settled();
  expect(fixture.readings[2]?.asked).toHaveLength(22);
  for (const { answer } of fixture.readings) answer();
  expect((await all)[149]).toBe("answer to 149");
});
