export async function register(): Promise<void> {
  // In a block: bundlers for the edge leave it out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { observeAddresses } = await import("@keyhold/next/instrumentation");
    observeAddresses();
    const { auth } = await import("./auth.ts");
    // After an outage of the database the app goes on.
    await auth.ready().catch(console.error);
  }
}
