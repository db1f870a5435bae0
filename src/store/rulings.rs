//! Stored rulings.

use super::{Db, StoreResult};

impl Db {
    /// The ids of the stored rulings that used a card, oldest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rulings_using_card(&self, card_name: &str) -> StoreResult<Vec<String>> {
        Ok(sqlx::query_scalar!(
            "SELECT id FROM rulings JOIN ruling_cards ON ruling_id = id WHERE card_name = ? ORDER BY created_at, id",
            card_name
        )
        .fetch_all(&self.read)
        .await?)
    }
}
