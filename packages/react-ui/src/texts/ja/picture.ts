import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "画像を選ぶか、ここにドロップ",
  remove: "削除",
  title: "表示する部分の選択",
  lead: "画像をドラッグするか、スライダーを動かしてください。",
  preview: "画像の選んだ部分",
  zoom: "拡大",
  across: "左右",
  down: "上下",
  use: "この部分を使う",
  using: "お待ちください…",
  wrongType: "20 MB 以下の PNG、JPEG、WebP の画像ではありません。",
  unreadable: "画像を読み取れませんでした。",
  notSaved: "画像を準備できませんでした。もう一度試すか、別の画像をお使いください。",
};
