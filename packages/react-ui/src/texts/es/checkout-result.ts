import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "Comprobando tu pago",
  waitingLead: "Tarda unos segundos.",
  doneTitle: "¡Gracias!",
  doneLead: "Tu pago ha llegado, y tu compra está lista.",
  slowTitle: "Tarda más de lo normal",
  slowLead: "Tu pago está en camino. Puedes salir de esta página: tu compra se activa sola.",
  failedTitle: "El pago ha fallado",
  failedLead: "No se ha comprado nada. Puedes intentarlo de nuevo, por ejemplo con otra tarjeta.",
  expiredTitle: "Esta compra ha terminado",
  expiredLead: "Estuvo abierta demasiado tiempo, o se cerró sin pago. No se ha comprado nada.",
  unknownTitle: "Compra no encontrada",
  unknownLead: "Este enlace no pertenece a ninguna compra de tu cuenta.",
  continue: "Continuar",
  plans: "Volver a los planes",
  yourPlan: "Tu plan",
};
