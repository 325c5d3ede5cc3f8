import { AccountSettings } from "@keyhold/react-ui";

interface Props {
  readonly params: Promise<{ readonly section?: readonly string[] }>;
}

export default async function Page({ params }: Props) {
  const [section] = (await params).section ?? [];
  return <AccountSettings section={section} />;
}
