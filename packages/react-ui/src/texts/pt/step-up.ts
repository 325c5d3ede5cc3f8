import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "Confirme que é você",
  lead: "Faz tempo que você entrou, e este passo precisa de uma prova mais recente.",
  leadFactor: "Este passo precisa do seu segundo fator.",
  submit: "Continuar",
  submitting: "Um momento…",
  comeBack: "Depois você volta a esta tela. Então repita o passo.",
  getPassword: "Criar uma senha por e-mail",
  noMethod: "Só uma nova entrada pode confirmar isso.",
  signInAgain: "Sair e entrar de novo",
};
