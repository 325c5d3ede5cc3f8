/** How much is measured. The quick scale shows the order of magnitude, the full one is for the record. */
export interface Scale {
  readonly isFull: boolean;
  readonly seededUsers: number;
  readonly people: number;
  readonly rounds: number;
  readonly warmUpRequests: number;
  readonly getSessionSeconds: number;
  readonly handlerCalls: number;
  readonly signIns: number;
  readonly signInWarmUps: number;
  readonly garbageCalls: number;
  readonly garbageRounds: number;
  readonly underHashingSeconds: number;
  readonly underHashingRounds: number;
  readonly starts: number;
  readonly memoryRequests: number;
  readonly billingCalls: number;
}

export const fullScale: Scale = {
  isFull: true,
  seededUsers: 10_000,
  people: 32,
  rounds: 7,
  warmUpRequests: 4_000,
  getSessionSeconds: 1.2,
  handlerCalls: 1_000,
  signIns: 16,
  signInWarmUps: 48,
  garbageCalls: 500,
  garbageRounds: 3,
  underHashingSeconds: 2.5,
  underHashingRounds: 4,
  starts: 7,
  memoryRequests: 100_000,
  billingCalls: 4_000,
};

export const quickScale: Scale = {
  isFull: false,
  seededUsers: 10_000,
  people: 16,
  rounds: 3,
  warmUpRequests: 1_000,
  getSessionSeconds: 0.5,
  handlerCalls: 500,
  signIns: 8,
  signInWarmUps: 16,
  garbageCalls: 250,
  garbageRounds: 1,
  underHashingSeconds: 1,
  underHashingRounds: 2,
  starts: 2,
  memoryRequests: 10_000,
  billingCalls: 1_500,
};
