export async function register(): Promise<void> {
  // In a block: bundlers for the edge leave it out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { register } = await import("./auth.ts");
    await register();
  }
}
