import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "Elige o suelta una imagen",
  remove: "Quitar",
  title: "Elige la parte que se muestra",
  lead: "Arrastra la imagen o mueve los controles.",
  preview: "La parte elegida de la imagen",
  zoom: "Ampliación",
  across: "De izquierda a derecha",
  down: "De arriba abajo",
  use: "Usar esta parte",
  using: "Un momento…",
  wrongType: "Esto no es una imagen PNG, JPEG o WebP de 20 MB como máximo.",
  unreadable: "No se pudo leer la imagen.",
  notSaved: "No se pudo preparar la imagen. Inténtalo de nuevo o con otra.",
};
