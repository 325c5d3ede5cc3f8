import { OrganizationSettings } from "@keyhold/react-ui";

interface Props {
  readonly params: Promise<{ readonly section?: readonly string[] }>;
}

export default async function Page({ params }: Props) {
  const [section, teamId] = (await params).section ?? [];
  return <OrganizationSettings section={section} teamId={teamId} />;
}
