import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "正在确认付款",
  waitingLead: "这需要几秒钟。",
  doneTitle: "谢谢！",
  doneLead: "您的付款已收到，购买的内容可以使用了。",
  slowTitle: "比平时需要更长时间",
  slowLead: "您的付款正在处理。您可以离开此页面：购买的内容会自动解锁。",
  failedTitle: "付款失败",
  failedLead: "没有购买任何内容。您可以重试，例如换一张卡。",
  expiredTitle: "此次购买已结束",
  expiredLead: "它打开的时间太长，或未付款就被关闭。没有购买任何内容。",
  unknownTitle: "找不到此次购买",
  unknownLead: "此链接不属于您账户的任何购买。",
  continue: "继续",
  plans: "返回套餐",
  yourPlan: "您的套餐",
};
