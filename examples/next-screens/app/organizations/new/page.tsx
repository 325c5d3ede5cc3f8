import { CreateOrganization } from "@keyhold/react-ui";

export default function Page() {
  return <CreateOrganization />;
}
