// Invitations during a fight: the code and its picture, and requests to take back a seat.
import { button, h } from "../../elements.js";
import { attempt, copyText } from "../../notices.js";
import { openDialog } from "../../render/dialog.js";
import { yesNo } from "../../render/yes_no.js";
import { get, post } from "../../service.js";
import { fightUrl } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * Return the code, the address and their picture.
 * @param {Invitation} invitation
 */
export function invitationParts({ code, address, qr, local }) {
  return [
    h("img", { src: qr, alt: "The address as a QR code", width: 190, height: 190 }),
    h("div", {},
      h("p", { class: "code" }, h("span", { class: "quiet" }, "Code"), " ",
        h("strong", {}, `${code.slice(0, 3)} ${code.slice(3)}`)),
      h("p", { class: "join-address" }, address),
      button("Copy the address", () => { copyText(address, "The address"); }),
      local ? h("p", { class: "wrong" }, "Only this machine can open that address. For phones, "
        + "start the service with: affray serve --lan")
        : h("p", { class: "quiet" }, "Phones in the same network open it with their camera.")),
  ];
}

/**
 * Return a button that shows the code at any time; a closed table is opened first.
 * @param {FightState} state
 */
export const invitationButton = (state) => button("Code", () => {
  attempt(async () => {
    if (!state.table?.open) await post(fightUrl(state, "table"), { open: true }, state.secret);
    /** @type {Invitation} */
    const invitation = await get(fightUrl(state, "invitation"), state.secret);
    openDialog("invitation-dialog", "How friends join",
      h("div", { class: "sheet-body invitation" }, invitationParts(invitation)));
  });
}, { class: "small invite", title: "The code with which friends join" });

/**
 * Return the requests to take back a seat on another device, for the game master.
 * @param {{id: string, secret: string, table: TableInfo | null}} fight
 */
export function claimBanners({ id, secret, table }) {
  return (table?.claims || []).map((claim) => {
    const answer = (/** @type {boolean} */ grant) => () =>
      attempt(() => post(`/api/fights/${id}/claims/${claim.number}`, { grant }, secret));
    const seat = table?.seats.find((one) => one.role === claim.role);
    return h("div", { class: "banner claim-banner", role: "alert" },
      h("span", {}, h("strong", {}, seat?.name || claim.role),
        " asks for their seat on another device."),
      yesNo(["No", answer(false)], ["Give it", answer(true)]));
  });
}
