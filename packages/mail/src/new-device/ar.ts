import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in Arabic. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `تسجيل دخول جديد إلى ${app}`,
  heading: "سجّل جهاز جديد الدخول",
  paragraphs: [
    `سجّل جهاز لم يُستخدم من قبل الدخول إلى حسابك في ${app}، ${to}.`,
    ...(device === null ? [] : [`الجهاز: ${device}`]),
    `الوقت: ${time}`,
    ...(place === null ? [] : [`المكان: ${place}`]),
  ],
  label: "لم أكن أنا",
  notes: [
    "إذا كنت أنت، فلا حاجة إلى أي إجراء.",
    "يعمل الرابط مرة واحدة خلال 7 أيام: يسجّل خروج جميع أجهزتك ويزيل كلمة مرورك إلى أن تعيّن كلمة مرور جديدة عبر البريد الإلكتروني.",
  ],
});
