import { AcceptInvitation } from "@keyhold/react-ui";

export default function Page() {
  return <AcceptInvitation />;
}
