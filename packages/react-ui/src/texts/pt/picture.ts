import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "Escolha ou solte uma imagem",
  remove: "Remover",
  title: "Escolha a parte a mostrar",
  lead: "Arraste a imagem ou mova os controles.",
  preview: "A parte escolhida da imagem",
  zoom: "Ampliação",
  across: "Da esquerda para a direita",
  down: "De cima para baixo",
  use: "Usar esta parte",
  using: "Um momento…",
  wrongType: "Esta não é uma imagem PNG, JPEG ou WebP de no máximo 20 MB.",
  unreadable: "Não foi possível ler a imagem.",
  notSaved: "Não foi possível preparar a imagem. Tente de novo ou use outra.",
};
