import { Screen } from "../layout/Screen.tsx";
import { Letters } from "../mailbox/Letters.tsx";
import { useLetters } from "../mailbox/use-letters.ts";
import { usePath } from "../router.tsx";
import { Loading } from "./Loading.tsx";
import { Unreachable } from "./Unreachable.tsx";

const notice = (
  <>
    <strong>For development only.</strong> Letters are not sent: they stay in the memory of this server.
  </>
);

export function Mailbox() {
  const { letters, hasFailed, reload } = useLetters();
  const chosen = Number(usePath().split("/")[2]) || null;

  if (hasFailed && !letters) return <Unreachable lead="The letters could not be fetched." retry={reload} />;
  return (
    <Screen title="Mailbox">
      <p className="notice">{notice}</p>
      {letters ? <Letters letters={letters} chosen={chosen} /> : <Loading />}
    </Screen>
  );
}
