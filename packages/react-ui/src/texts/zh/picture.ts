import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "选择或拖入图片",
  remove: "移除",
  title: "选择要显示的部分",
  lead: "拖动图片，或移动滑块。",
  preview: "图片中选定的部分",
  zoom: "缩放",
  across: "从左到右",
  down: "从上到下",
  use: "使用此部分",
  using: "请稍候…",
  wrongType: "这不是 20 MB 以内的 PNG、JPEG 或 WebP 图片。",
  unreadable: "无法读取图片。",
  notSaved: "无法处理图片。请重试，或换一张图片。",
};
