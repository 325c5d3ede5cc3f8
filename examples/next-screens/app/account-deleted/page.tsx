import { AccountDeleted } from "@keyhold/react-ui";

export default function Page() {
  return <AccountDeleted />;
}
