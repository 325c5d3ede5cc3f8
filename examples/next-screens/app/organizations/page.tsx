import { OrganizationList } from "@keyhold/react-ui";

export default function Page() {
  return <OrganizationList />;
}
