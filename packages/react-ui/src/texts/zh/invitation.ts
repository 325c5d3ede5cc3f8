import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `加入 ${organization}`,
  unknownTitle: "邀请",
  text: (inviter, email, organization) => `${inviter} 邀请 ${email} 加入 ${organization}。`,
  textWithRole: (inviter, email, organization, role) =>
    `${inviter} 邀请 ${email} 加入 ${organization}，角色为${role}。`,
  openUntil: (time) => `有效期至${time}。`,
  failed: "无法加载邀请",
  accept: "接受",
  accepting: "正在加入…",
  decline: "拒绝",
  declining: "正在拒绝…",
  declined: (organization) => `您已拒绝。${organization} 不会收到其他消息。`,
  signUp: "创建账户",
  signIn: "登录",
  hasAccount: "已有账户？",
  newHere: "还没有账户？",
  otherAccount: (present, invited) => `您当前以 ${present} 的身份登录，而此邀请是发给 ${invited} 的。`,
  continueAs: (email) => `以 ${email} 的身份继续`,
  signingOut: "正在退出…",
  stay: "保持登录",
  closedTitle: "此邀请已失效",
  closedLead: "邀请已被答复、取消或过期，或者链接不完整。邀请您的成员可以重新发送邀请。",
  yourOrganizations: "您的组织",
};
