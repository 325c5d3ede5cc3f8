import { useState } from "react";
import { SearchForm } from "../../admin/SearchForm.tsx";
import { all, type UserSearch } from "../../admin/search.ts";
import { UserList } from "../../admin/UserList.tsx";
import { Screen } from "../../layout/Screen.tsx";

export function Users() {
  const [search, setSearch] = useState<UserSearch>(all);
  return (
    <Screen title="Users" lead="All users of this app.">
      <SearchForm search={search} change={setSearch} />
      <UserList search={search} />
    </Screen>
  );
}
