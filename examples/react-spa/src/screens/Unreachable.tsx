import { Retry } from "../form/Retry.tsx";
import { Screen } from "../layout/Screen.tsx";

export const Unreachable = ({ lead, retry }: { lead: string; retry: () => Promise<void> }) => (
  <Screen title="No connection" lead={lead}>
    <Retry retry={retry} />
  </Screen>
);
