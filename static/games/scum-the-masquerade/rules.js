/** The rules page with scripts: the table's drawings replace the simple cards. */
import { drawPageCards } from "../../js/cards/page_cards.js";
import { Face } from "./cards.js";

drawPageCards(Face);
