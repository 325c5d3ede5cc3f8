import { verifyRegistrationResponse } from "@simplewebauthn/server";
import type { DirectAttestation } from "./attestation-object.js";
import { algorithms } from "./public-key.js";

export type { DirectAttestation, StatedRegistration } from "./attestation-object.js";

/**
 * Asks devices for their make at registration. A separate entry point: a server without attestation does not load the
 * code of certificates.
 *
 * @example passkey({ attestation: direct() })
 */
export const direct = (): DirectAttestation => ({
  conveyance: "direct",

  async verify({ response, party, challenge }) {
    const { clientDataJSON, attestationObject } = response.response;
    const { verified } = await verifyRegistrationResponse({
      response: {
        ...response,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports: [] },
      },
      expectedChallenge: challenge.challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      // A browser that registers without a dialog asks the device without the user (section 7.1, step 16).
      requireUserPresence: !challenge.isAutomatic,
      requireUserVerification: challenge.needsVerification,
      supportedAlgorithmIDs: [...algorithms],
    });
    return verified;
  },
});
