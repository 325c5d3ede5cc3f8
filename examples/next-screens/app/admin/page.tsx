import { AdminUsers } from "@keyhold/react-ui";

export default function Page() {
  return <AdminUsers />;
}
