let people = 0;

/** A user before the sign-up. */
export function newPerson(): { name: string; email: string; username: string; password: string } {
  people += 1;
  const id = `ada${people}_${Math.floor(performance.now())}`;
  return { name: `Ada ${people}`, email: `${id}@example.com`, username: id, password: "a few good words" };
}
