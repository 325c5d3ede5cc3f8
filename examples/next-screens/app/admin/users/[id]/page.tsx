import { AdminUsers } from "@keyhold/react-ui";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  return <AdminUsers userId={decodeURIComponent(id)} />;
}
