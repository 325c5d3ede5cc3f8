import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "请确认是您本人",
  lead: "您登录的时间已较久，此步骤需要更新的证明。",
  leadFactor: "此步骤需要您的第二重验证。",
  submit: "继续",
  submitting: "请稍候…",
  comeBack: "之后您会返回此页面。届时请重复该步骤。",
  getPassword: "通过邮件设置密码",
  noMethod: "只有重新登录才能确认。",
  signInAgain: "退出并重新登录",
};
