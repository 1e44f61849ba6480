//! Who is let go when there is no room: not whoever is being served, but whoever only sits there (T60). A connection says
//! nothing about whose it is until it has asked for something, so however many anybody opens, the next one comes in.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

tokio::task_local! {
    /// The connection that a request came by.
    static SEAT: Arc<Seat>;
}

/// One connection.
#[derive(Debug, Default)]
pub(crate) struct Seat {
    /// A request is being answered.
    served: AtomicBool,
    /// It has shown a credential that is good.
    known: AtomicBool,
    let_go: Notify,
}

impl Seat {
    /// Until somebody else needs the room.
    pub(crate) async fn let_go(&self) {
        self.let_go.notified().await;
    }

    fn only_sits_there(&self) -> bool {
        !(self.served.load(Ordering::Relaxed) && self.known.load(Ordering::Relaxed))
    }

    /// Answers a request that came by this connection. What goes on being sent behind the answer is being served, too.
    pub(crate) async fn serve<T>(
        self: Arc<Self>,
        answer: impl Future<Output = T>,
        goes_on: impl Fn(&T) -> bool,
    ) -> T {
        self.known.store(false, Ordering::Relaxed);
        self.served.store(true, Ordering::Relaxed);
        let done = SEAT.scope(Arc::clone(&self), answer).await;
        if !goes_on(&done) {
            self.served.store(false, Ordering::Relaxed);
        }
        done
    }
}

/// Whoever asks is somebody.
pub(crate) fn is_known() {
    // What was not asked for over a connection has none.
    let _ = SEAT.try_with(|seat| seat.known.store(true, Ordering::Relaxed));
}

/// All connections there are, the oldest first.
pub(crate) struct ConnectionSlots {
    room: Arc<Semaphore>,
    taken: Mutex<(u64, BTreeMap<u64, Arc<Seat>>)>,
}

/// A connection's place, for as long as it lives.
pub(crate) struct Taken {
    seats: Arc<ConnectionSlots>,
    number: u64,
    pub seat: Arc<Seat>,
    _place: OwnedSemaphorePermit,
}

impl ConnectionSlots {
    pub(crate) fn new(most: usize) -> Arc<ConnectionSlots> {
        Arc::new(ConnectionSlots { room: Arc::new(Semaphore::new(most)), taken: Mutex::default() })
    }

    /// A place for one more: that of the oldest who only sits there, if there is no other. `None` at the end.
    pub(crate) async fn take(self: &Arc<Self>) -> Option<Taken> {
        if self.room.available_permits() == 0 {
            self.make_room();
        }
        let place = Arc::clone(&self.room).acquire_owned().await.ok()?;
        let seat = Arc::new(Seat::default());
        let mut taken = self.taken();
        taken.0 += 1;
        let number = taken.0;
        taken.1.insert(number, Arc::clone(&seat));
        drop(taken);
        Some(Taken { seats: Arc::clone(self), number, seat, _place: place })
    }

    /// Lets the oldest go who only sits there, if there is one.
    pub(crate) fn make_room(&self) {
        if let Some(seat) = self.taken().1.values().find(|seat| seat.only_sits_there()) {
            seat.let_go.notify_one();
        }
    }

    /// Until all have gone.
    pub(crate) async fn empty(&self, most: usize) {
        let _ = self.room.acquire_many(u32::try_from(most).unwrap_or(u32::MAX)).await;
    }

    fn taken(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<Seat>>)> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.seats.taken().1.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    fn look<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    fn take(seats: &Arc<ConnectionSlots>) -> Taken {
        match look(pin!(seats.take())) {
            Poll::Ready(Some(taken)) => taken,
            Poll::Ready(None) | Poll::Pending => panic!("there is room"),
        }
    }

    #[test]
    fn t60_who_only_sits_there_makes_room_and_who_is_served_stays() {
        let seats = ConnectionSlots::new(3);
        let [served, stranger, idle] = [(); 3].map(|()| take(&seats));
        let never = std::future::pending::<()>();
        // One of somebody's, under way; one under way that has shown nothing; one without a request.
        let mut call = Box::pin(Arc::clone(&served.seat).serve(
            async {
                is_known();
                never.await
            },
            |()| false,
        ));
        assert!(look(call.as_mut()).is_pending());
        let mut slow = Box::pin(Arc::clone(&stranger.seat).serve(std::future::pending::<()>(), |()| false));
        assert!(look(slow.as_mut()).is_pending());
        let mut next = Box::pin(seats.take());
        assert!(look(next.as_mut()).is_pending());
        let gone = |taken: &Taken| look(pin!(taken.seat.let_go())).is_ready();
        assert_eq!([&served, &stranger, &idle].map(gone), [false, true, false], "the oldest of those");
        drop((slow, stranger));
        let Poll::Ready(Some(next)) = look(next.as_mut()) else { panic!("there is room now") };
        // A stream goes on behind its answer; what was answered is idle again.
        assert!(look(pin!(Arc::clone(&idle.seat).serve(async { is_known() }, |()| true))).is_ready());
        assert!(look(pin!(Arc::clone(&next.seat).serve(async { is_known() }, |()| false))).is_ready());
        assert!(look(pin!(seats.take())).is_pending());
        assert_eq!([&served, &idle, &next].map(gone), [false, false, true]);
    }
}
