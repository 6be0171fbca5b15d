/** Sheets that a first visit can do without; app.js asks for them together. */
export { CompareSheet } from "../play/compare.js";
export { DeviceTransferSheet } from "../room/device_transfer.js";
export { QuickRulesSheet } from "./quick_rules.js";
