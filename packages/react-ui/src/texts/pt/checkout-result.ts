import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "Verificando seu pagamento",
  waitingLead: "Isso leva alguns segundos.",
  doneTitle: "Obrigado!",
  doneLead: "Seu pagamento chegou, e sua compra está pronta.",
  slowTitle: "Está demorando mais que o normal",
  slowLead: "Seu pagamento está a caminho. Você pode sair desta página: sua compra é liberada sozinha.",
  failedTitle: "O pagamento falhou",
  failedLead: "Nada foi comprado. Você pode tentar de novo, por exemplo com outro cartão.",
  expiredTitle: "Esta compra terminou",
  expiredLead: "Ela ficou aberta por muito tempo, ou foi fechada sem pagamento. Nada foi comprado.",
  unknownTitle: "Compra não encontrada",
  unknownLead: "Este link não pertence a nenhuma compra da sua conta.",
  continue: "Continuar",
  plans: "Voltar aos planos",
  yourPlan: "Seu plano",
};
