import type { Texts } from "../texts.js";

export const device: Texts["device"] = {
  title: "连接设备",
  lead: "请输入设备上显示的代码。",
  notOffered: "此应用无法连接设备。",
  warning: "只输入您自己的设备上显示的代码。如果代码是他人发送给您的，请不要输入：对方将能访问您的账户。",
  code: "代码",
  codeEmpty: "请输入设备的代码。",
  codeHint: "八个字母。不区分大小写，可省略连字符。",
  submit: "继续",
  checking: "正在检查…",

  askTitle: (app) => `允许 ${app}？`,
  askLead: (app) => `某台设备上的 ${app} 请求登录您的账户。`,
  account: "账户",
  from: "请求来源",
  unknownAddress: "未知地址",
  mayDo: "可以执行",
  scopes: {},
  noScopes: "仅登录",
  compare: "只有当您自己的设备显示此代码时才允许。如果代码是他人发送给您的，请拒绝。",
  allow: "允许",
  allowing: "正在允许…",
  deny: "拒绝",
  denying: "正在拒绝…",
  other: "输入其他代码",

  allowedTitle: "您的设备已连接",
  allowedLead: (app) => `${app} 已登录。您可以关闭此页面。`,
  deniedTitle: "已拒绝访问",
  deniedLead: (app) => `${app} 无法访问您的账户。您可以关闭此页面。`,

  codes: {
    INVALID_REQUEST: "此代码无效。请检查字母，或在设备上获取新代码。",
    EXPIRED_TOKEN: "此代码已过期。请在设备上获取新代码。",
    ACCESS_DENIED: "其他用户已打开此代码。请在设备上获取新代码。",
  },
  answered: "此代码已使用过。请在设备上获取新代码。",
};
