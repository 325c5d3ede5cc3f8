import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "您的账户已删除",
  lead: "账户的所有数据均已删除。",
  home: "返回首页",
  againTitle: "请确认是您本人",
  againLead: "您登录的时间已较久。删除账户需要更新的证明。",
  again: "确认",
  keep: "保留我的账户",
  readyTitle: "谢谢",
  readyLead: "现在请再次打开邮件中的链接，以删除您的账户。",
  notTitle: "您的账户未被删除",
  notLead: "此链接无法使用：它已被使用过、已超过一天，或属于其他账户。",
  signedOutLead: "此链接须在您已登录的浏览器中使用。请登录后再次打开。",
  newLink: "获取新链接",
  organizations: "您的组织",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "您是某个组织的唯一所有者。请将其他成员设为所有者，或删除该组织，然后再次打开链接。",
    admins_cannot_delete_themselves: "您是管理员。须先由其他管理员更改您的角色。",
  },
};
